import { type ExampleMessages, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import { invitationEmail } from '../server/invitation-mails.ts'
import { INVITATION_MAIL } from '../server/invitations.ts'

export const exampleMessages: ExampleMessages = {
  [INVITATION_MAIL]: (shop) => invitationEmail(TO, 'packer', `${URL_OF_SHOP}/invitation#a`, shop),
}
