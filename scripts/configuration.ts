// Writes what server/env.ts says of each setting into docs/configuration.md, and into the comments of .env.example,
// which has the order, the headings and a value for each: `npm run configuration`.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describedSetting, SETTING_NAMES } from '#server/env.ts'

export const PAGE = 'docs/configuration.md'
export const EXAMPLE = '.env.example'

const HEADING_PATTERN = /^# --- (.*) ---$/
const SETTING_PATTERN = /^#([A-Z][A-Z0-9_]*)=/
const COMMENT_WIDTH = 118

const INTRODUCTION = `# Configuration

All settings are optional. The shop and the owner’s commands read them from \`.env\` in the shop’s folder, or from the file that \`ENV_FILE\` names (\`none\`: no file), when they start. A variable of the environment wins over the file. A wrong value or a misspelled name stops the start with a sentence that names it.

[.env.example](../.env.example) is a file to copy. \`npm run configuration\` makes this page, and the comments of that file, from \`server/env.ts\`. [Hosting](hosting.md) says how the settings work together.
`

/** The page with every setting, its default and its meaning, in the order and under the headings of `.env.example`. */
export function configurationPage(example: string): string {
  const lines = example.split('\n').flatMap((line) => {
    const [, heading] = HEADING_PATTERN.exec(line) ?? []
    if (heading) return ['', `## ${heading}`, '| Variable | Default | Meaning |', '| --- | --- | --- |']
    const [, name] = SETTING_PATTERN.exec(line) ?? []
    return name ? [`| \`${name}\` | ${defaultOf(name)} | ${withCode(describedSetting(name).description)} |`] : []
  })
  return `${INTRODUCTION}${lines.join('\n')}\n`
}

/** `.env.example` with the descriptions of today above its settings. */
export function describedExample(example: string): string {
  const sections = example.split(/^(?=# --- )/m).map((section, index) => {
    if (index === 0) return section
    const lines = section.split('\n').flatMap((line) => {
      const [, name] = SETTING_PATTERN.exec(line) ?? []
      if (name) return [...commentOf(describedSetting(name).description), line]
      return line.startsWith('#') && !HEADING_PATTERN.test(line) ? [] : [line]
    })
    return lines.join('\n')
  })
  return sections.join('')
}

function defaultOf(name: string) {
  const { byDefault } = describedSetting(name)
  if (byDefault === undefined) return ''
  if (typeof byDefault === 'boolean') return byDefault ? '`on`' : '`off`'
  return name === 'DATA_DIR' ? `\`${relative(process.cwd(), String(byDefault))}\`` : `\`${byDefault}\``
}

/** The description with the names of settings as code. */
const withCode = (description: string) =>
  description.replaceAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b(?:\/outbox)?/g, (word) =>
    SETTING_NAMES.includes(word.replace('/outbox', '')) && word !== 'CDN' ? `\`${word}\`` : word,
  )

function commentOf(description: string) {
  const lines: string[] = []
  for (const word of description.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length + 1 > COMMENT_WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

if (import.meta.main) {
  const example = describedExample(readFileSync(EXAMPLE, 'utf8'))
  writeFileSync(EXAMPLE, example)
  writeFileSync(PAGE, configurationPage(example))
}
