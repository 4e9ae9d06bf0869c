import { UploadedImages } from '#contract/admin/uploads.ts'
import { defineScopedCalls } from '#contract/calls/define-calls.ts'

export const uploadCalls = defineScopedCalls('catalog', {
  'POST /api/products/uploadImage': {
    access: 'packer',
    id: 'uploadImages',
    summary: 'Upload product photos',
    status: 201,
    answer: UploadedImages,
  },
})
