import { UserId } from '#contract/admin/users.ts'
import { defineCalls, fileOf } from '#contract/calls/define-calls.ts'
import { OrderKey } from '#contract/orders.ts'
import { Done } from '#contract/users.ts'
import { AccountDeletion, DataLink, DataLinkRequest, DeletionPreview } from './contract.ts'

export const personalDataCalls = defineCalls({
  'GET /api/personal-data': {
    access: 'recent user',
    id: 'downloadMyData',
    summary: 'Get everything that the shop holds about the caller',
    answer: fileOf('text/html'),
  },
  'GET /api/personal-data/deletion': {
    access: 'user',
    id: 'previewDeletion',
    summary: "What deleting the caller's account would do",
    answer: DeletionPreview,
  },
  // With the password of the account.
  'PUT /api/personal-data/deleted': {
    access: 'user',
    id: 'deleteMyAccount',
    summary: "Delete the caller's account, by its password",
    body: AccountDeletion,
    answer: Done,
  },
  'POST /api/personal-data/link': {
    access: 'anyone',
    id: 'mailDataLink',
    summary: 'Mail a link to the data of an email address',
    body: DataLinkRequest,
    answer: Done,
  },
  // Authenticated by the signature of the mailed link.
  'POST /api/personal-data/by-link': {
    access: 'anyone',
    id: 'openDataLink',
    summary: 'What the link of a message reaches',
    body: DataLink,
    answer: DeletionPreview,
  },
  'POST /api/personal-data/by-link/file': {
    access: 'anyone',
    id: 'downloadDataByLink',
    summary: "Get the data of a link's address",
    body: DataLink,
    answer: fileOf('text/html'),
  },
  'PUT /api/personal-data/by-link/deleted': {
    access: 'anyone',
    id: 'deleteDataByLink',
    summary: "Delete the data of a link's address",
    body: DataLink,
    answer: Done,
  },
  'GET /api/personal-data/users/:id': {
    access: 'recent admin',
    id: 'downloadDataOfUser',
    summary: 'Get the data of an account, for its owner',
    params: UserId,
    answer: fileOf('text/html'),
  },
  'GET /api/personal-data/orders/:id': {
    access: 'recent admin',
    id: 'downloadDataOfGuest',
    summary: 'Get the data of the guest of an order',
    params: OrderKey,
    answer: fileOf('text/html'),
  },
})
