// Texts about one person's data: the file, and the deletion.

/** On the profile. */
export const MY_DATA = {
  title: 'Your data',
  downloadTitle: 'Download it',
  downloadHint: 'A file with everything this shop stores about you.',
  download: 'Download my data',
  deleteTitle: 'Delete your account',
  deleteHint: 'Permanent and immediate. You’ll see what is deleted first.',
  deleteOpen: 'Delete my account…',
  delete: 'Delete my account',
}

/** What a deletion does. */
export const CONSEQUENCES = {
  notYet: 'Not yet:',
  account:
    'Your account is deleted at once, with your name, email address, saved addresses and API keys. You are signed out everywhere.',
  address: 'Your name, your email address and the links of your orders are deleted at once.',
  requests: (count: number) =>
    count === 1 ? 'Your request about a piece is deleted.' : `Your ${count} requests about pieces are deleted.`,
  unpaid: (count: number) =>
    count === 1 ? 'Your unpaid order is canceled.' : `Your ${count} unpaid orders are canceled.`,
  orders: (count: number) =>
    `${count === 1 ? 'Your order stays' : `Your ${count} orders stay`} in the books for as long as the tax law asks for: what was bought, for how much, and the city and postal code. Your name, your street and what you wrote are taken out.`,
  parcels: (count: number) =>
    count === 1
      ? 'One parcel may still be on its way. Its name and street go 30 days after it was shipped.'
      : `${count} parcels may still be on their way. Their names and streets go 30 days after they were shipped.`,
  backups:
    'Copies in the shop’s backups go when those backups are replaced, and saved emails when the shop deletes them.',
}

/** The page of those without an account. */
export const YOUR_DATA = {
  title: 'Your data',
  lead: 'Bought as a guest, or asked about a piece? We’ll email you a link to see, download or delete what we hold about you.',
  send: 'Email me the link',
  /** A sentence with a link in its middle. */
  withAccount: ['With an account, you find this on ', 'your profile', '.'],
  ofAddress: (email: string) => `What this shop holds about ${email}.`,
  again: 'Ask for a new link',
  hasAccount:
    'There is also an account with this address, which this link does not reach. Sign in to find its data on your profile.',
  nothing: 'This shop holds nothing else about this address.',
  download: 'Download my data',
  deleteTitle: 'Delete it',
  delete: 'Delete my data',
  deleteSentence: 'Your data is deleted for good. Nobody can bring it back.',
  deletedTitle: 'Deleted',
  deleted: 'Your data is deleted. A confirmation is on its way to your email address.',
}
