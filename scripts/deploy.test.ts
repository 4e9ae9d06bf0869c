import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/env.ts'
import { isSmtpUrl } from '#server/mail/smtp-url.ts'
import { PROGRAM, START_COMMAND } from './start-shop.ts'

const text = (file: string) => readFileSync(file, 'utf8')
const unit = text('deploy/boutique.service')
const dockerfile = text('Dockerfile')

test('the service and the container start the same program as npm start, with its settings', () => {
  const flags = START_COMMAND.match(/--[\w-]+=\d+/g) ?? []
  const variables = START_COMMAND.match(/MALLOC_\w+=\d+/g) ?? []
  expect([flags.length, variables.length]).toEqual([3, 3])
  for (const part of [...flags, ...variables, PROGRAM]) {
    expect(unit).toContain(part)
    expect(dockerfile).toContain(part)
  }
})

test.for([
  ['install.sh', /^#?([A-Z][A-Z0-9_]+)=/gm, text('deploy/install.sh').split('SETTINGS\n')[1] ?? ''],
  ['compose.yaml', /^ {6}([A-Z][A-Z0-9_]+):/gm, text('compose.yaml')],
] as const)('%s writes settings that the shop knows', ([, pattern, written]) => {
  const names = [...written.matchAll(pattern)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name = '') => !SETTING_NAMES.includes(name))).toEqual([])
})

test('no image has the settings or the data of whoever builds it', () => {
  const ignored = text('.dockerignore').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', '.git']))
})

test('every mail server of the guide is one', () => {
  const urls = text('docs/your-own-shop.md').match(/(?<=SMTP_URL=)[^\s`]+/g) ?? []
  expect(urls).toHaveLength(3)
  expect(urls.filter((url) => !isSmtpUrl(url))).toEqual([])
})
