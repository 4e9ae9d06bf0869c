import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { SHOP } from '#contract/shop.ts'
import type { Message } from './messages.ts'
import { compose } from './mime.ts'

/** Where messages go. `key` names a message, the same on every try, in letters, digits and hyphens. Throws on failure. */
export type Mailer = { send(key: string, message: Message): Promise<void> }

/**
 * Writes each message as a file `<key>.eml` in `folder`, whole or not at all; any mail program opens it. The same
 * message sent twice is still one file.
 */
export function fileMailer(folder: string, from: string): Mailer {
  return {
    async send(key, message) {
      const text = compose(message, { name: SHOP.name, from, id: key, date: new Date() })
      await mkdir(folder, { recursive: true })
      await writeWhole(join(folder, `${key}.eml`), text)
    },
  }
}

async function writeWhole(path: string, text: string) {
  const file = await open(`${path}.part`, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}
