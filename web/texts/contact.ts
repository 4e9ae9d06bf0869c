// Texts of the contact page.
export const CONTACT = {
  title: 'Contact',
  description: (shop: string) => `How to reach ${shop}.`,
  email: 'Email',
}
