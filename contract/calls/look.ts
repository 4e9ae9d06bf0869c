import { EditedLook, LookId, LookUpdate, LookVersion, UploadedLogo } from '#contract/admin/look.ts'
import { defineCallsOf } from '#contract/calls/define-calls.ts'

export const lookCalls = defineCallsOf('catalog', {
  'GET /api/look': {
    access: 'admin',
    id: 'getLook',
    summary: 'Get the look being edited: the draft, or the published look',
    answer: EditedLook,
  },
  'PUT /api/look': {
    access: 'admin',
    id: 'updateLook',
    summary: 'Save the draft of the look',
    body: LookUpdate,
    answer: EditedLook,
  },
  'POST /api/look/logo': {
    access: 'admin',
    takesFile: true,
    id: 'uploadLogo',
    summary: 'Upload a logo',
    status: 201,
    answer: UploadedLogo,
  },
  'POST /api/look/publish': {
    access: 'admin',
    id: 'publishLook',
    summary: 'Publish the draft of the look',
    body: LookVersion,
    answer: EditedLook,
  },
  'POST /api/look/discard': {
    access: 'admin',
    id: 'discardLook',
    summary: 'Discard the draft of the look',
    body: LookVersion,
    answer: EditedLook,
  },
  'POST /api/look/:id/publish': {
    access: 'admin',
    id: 'restoreLook',
    summary: 'Publish a look of the past again',
    params: LookId,
    body: LookVersion,
    answer: EditedLook,
  },
})
