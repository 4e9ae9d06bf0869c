// What the backups say.

export const BACKUP_KEYS = {
  made: (identity: string, recipient: string) =>
    `Private key, which opens the backups. Keep it where you keep your passwords, in a file of its own, and not on the
server of the shop. Without it nobody can restore an encrypted backup:
${identity}

Public key, for the settings file of the shop:
BACKUP_RECIPIENT=${recipient}`,
} as const
