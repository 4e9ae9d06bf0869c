import { UploadedImages } from '#contract/admin/uploads.ts'
import { defineCallsOf } from '#contract/calls/define-calls.ts'

export const uploadCalls = defineCallsOf('catalog', {
  'POST /api/products/uploadImage': {
    access: 'packer',
    takesFile: true,
    id: 'uploadImages',
    summary: 'Upload product photos',
    status: 201,
    answer: UploadedImages,
  },
})
