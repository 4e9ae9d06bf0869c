import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field, SelectField } from './Field.tsx'

const idOf = (markup: string, tag: string) => markup.match(new RegExp(`<${tag}[^>]* id="([^"]+)"`))?.[1]

test.for([
  ['input', <Field key="field" label="City" error="A city is needed." />],
  ['select', <SelectField key="select" label="City" error="A city is needed." />],
] as const)('the label and the error of a %s are connected to it', ([tag, field]) => {
  const markup = renderToStaticMarkup(field)
  const id = idOf(markup, tag)
  expect(id).toBeTruthy()
  expect(markup).toContain(`<label for="${id}"`)
  expect(markup).toContain('aria-invalid="true"')
  expect(markup).toContain(`aria-describedby="${id}-note"`)
  expect(markup).toMatch(new RegExp(`<p id="${id}-note"[^>]*>A city is needed.</p>`))
})

test('an error replaces the hint', () => {
  expect(renderToStaticMarkup(<Field label="City" hint="Where you live" />)).toContain('Where you live')
  expect(renderToStaticMarkup(<Field label="City" hint="Where you live" error="Wrong" />)).not.toContain(
    'Where you live',
  )
})

test('a field without error or hint has no description', () => {
  expect(renderToStaticMarkup(<Field label="City" />)).not.toMatch(/ aria-(describedby|invalid)=/)
})
