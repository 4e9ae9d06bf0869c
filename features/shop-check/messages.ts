/** What is wrong with a field of a connection, and what the fields are called. */
export const CONNECTION_FIELDS = {
  environment: 'Kind of account',
  accessToken: 'Access token',
  applicationId: 'Application ID',
  locationId: 'Location ID',
  webhookKey: 'Webhook signature key',
  server: 'Mail server',
  user: 'User name',
  password: 'Password',
  serverName: 'Enter the name of the mail server, such as mail.example.com.',
  port: 'Enter the port as a number, such as 465 or 587.',
  sender: 'Enter the email address that your messages come from.',
  missing: (field: string) => `${field} is missing.`,
  notPrintable: (field: string) => `Copy the ${field.toLowerCase()} again: it has a space or a special letter in it.`,
} as const
