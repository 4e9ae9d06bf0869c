import { type ExampleMessages, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import { dataLinkEmail } from '../server/link-mail.ts'

export const exampleMessages: ExampleMessages = {
  data_link: (shop) => dataLinkEmail(TO, `${URL_OF_SHOP}/personal-data#a`, shop),
}
