import { escapeHtml } from '#server/platform/lib/escape-html.ts'

/** Escaped HTML. */
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

/** A template tag: escapes every inserted value that is not Markup. */
export const html = (template: TemplateStringsArray, ...parts: Part[]) =>
  new Markup(template.map((text, i) => text + (i < parts.length ? textOf(parts[i] as Part) : '')).join(''))
