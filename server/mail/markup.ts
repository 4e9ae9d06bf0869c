import { escapeHtml } from '../lib/escape-html.ts'

/** HTML that is safe to send: whatever was put into it has been escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | Part[]

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return escapeHtml(String(part))
}

/** Markup from a template: its own text as it stands, everything put into it escaped unless it is markup itself. */
export const html = (template: TemplateStringsArray, ...parts: Part[]) =>
  new Markup(template.map((text, i) => text + (i < parts.length ? textOf(parts[i] as Part) : '')).join(''))
