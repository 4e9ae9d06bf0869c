import { z } from 'zod'
import { SetupCheck } from '#contract/admin/setup-checks.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'
import {
  AddressProof,
  AddressProofQuery,
  ConnectionKey,
  Connections,
  GuideKey,
  GuidePage,
  MailEntry,
  PaymentsEntry,
  Setup,
  SquareLocations,
  SquareToken,
  TestEmail,
  TestEmailKey,
} from './contract.ts'

export const setupCalls = defineCalls({
  'GET /api/setup': {
    access: 'admin',
    id: 'getSetup',
    summary: 'Get what is configured, and what is left to do',
    answer: Setup,
  },
  'GET /api/setup/health': {
    access: 'signed-in admin',
    id: 'getHealth',
    summary: 'Test the whole shop',
    answer: Setup,
  },
  'POST /api/setup/payments': {
    access: 'signed-in admin',
    id: 'testPayments',
    summary: 'Test the card account',
    answer: SetupCheck,
  },
  'POST /api/setup/address': {
    access: 'signed-in admin',
    id: 'testAddress',
    summary: 'Test the public address of the shop',
    answer: SetupCheck,
  },
  'POST /api/setup/mail': {
    access: 'signed-in admin',
    id: 'sendTestEmail',
    summary: 'Send a test email to the caller',
    status: 201,
    answer: TestEmail,
  },
  'GET /api/setup/mail/:id': {
    access: 'signed-in admin',
    id: 'getTestEmail',
    summary: 'Get how far a test email is',
    params: TestEmailKey,
    answer: SetupCheck,
  },
  'GET /api/setup/connections': {
    access: 'signed-in admin',
    id: 'getConnections',
    summary: 'Get where card account and mail server are configured',
    answer: Connections,
  },
  'PUT /api/setup/connections/payments': {
    access: 'recent admin',
    id: 'enterPayments',
    summary: 'Enter the values of a Square account, which count from the next start on',
    body: PaymentsEntry,
    answer: Connections,
  },
  'PUT /api/setup/connections/mail': {
    access: 'recent admin',
    id: 'enterMail',
    summary: 'Enter a mail server, which counts from the next start on',
    body: MailEntry,
    answer: Connections,
  },
  'DELETE /api/setup/connections/:name': {
    access: 'recent admin',
    id: 'removeConnection',
    summary: 'Remove the values that were entered',
    params: ConnectionKey,
    answer: Connections,
  },
  'POST /api/setup/connections/payments/test': {
    access: 'recent admin',
    id: 'testEnteredPayments',
    summary: 'Ask Square for the location with these values, without saving them',
    body: PaymentsEntry,
    answer: SetupCheck,
  },
  'POST /api/setup/connections/payments/locations': {
    access: 'recent admin',
    id: 'listSquareLocations',
    summary: 'Ask Square for the locations of the account that this access token belongs to',
    body: SquareToken,
    answer: SquareLocations,
  },
  'POST /api/setup/connections/mail/test': {
    access: 'recent admin',
    id: 'testEnteredMail',
    summary: 'Send an email to the caller by this mail server, without saving it',
    body: MailEntry,
    answer: SetupCheck,
  },
  'POST /api/setup/restart': {
    access: 'recent admin',
    id: 'restartShop',
    summary: 'Restart the shop',
    status: 202,
    answer: z.null(),
  },
  'GET /api/setup/guide/:page': {
    access: 'admin',
    id: 'getGuidePage',
    summary: 'Get a page of the guide',
    params: GuideKey,
    answer: GuidePage,
  },
  // The shop asks itself at its public address.
  'GET /api/setup/address-proof': {
    access: 'anyone',
    id: 'getAddressProof',
    summary: 'Prove that this shop answers at its address',
    query: AddressProofQuery,
    answer: AddressProof,
  },
})
