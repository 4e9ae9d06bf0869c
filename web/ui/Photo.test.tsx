import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { Photo } from './Photo.tsx'

const mug = {
  Location: '/images/mug.jpg',
  alt: 'A mug',
  width: 700,
  height: 700,
  placeholder: 'data:image/webp;base64,AA==',
}
const markup = (props: Partial<Parameters<typeof Photo>[0]>) =>
  renderToStaticMarkup(<Photo image={mug} sizes="10rem" {...props} />)

test('a photo is offered as AVIF, then WebP, in no width beyond its own', () => {
  const sets = [...markup({}).matchAll(/<source type="([^"]+)" srcSet="([^"]+)"/g)].map(([, type, set]) => [type, set])
  const sourceSet = (format: string) =>
    [160, 320, 480, 640].map((width) => `/images/mug-${width}.${format} ${width}w`).join(', ')
  expect(sets).toEqual([
    ['image/avif', sourceSet('avif')],
    ['image/webp', sourceSet('webp')],
  ])
})

test('a photo smaller than every width is offered in the smallest', () => {
  expect(markup({ image: { ...mug, width: 90 } })).toContain('srcSet="/images/mug-160.avif 160w"')
})

test('only eager photos load immediately', () => {
  expect(markup({})).toContain('loading="lazy"')
  expect(markup({ eager: true })).toContain('loading="eager"')
})

test('the blurred placeholder is behind the photo', () => {
  expect(markup({})).toContain(mug.placeholder)
})

test("the photo's own alternative text applies unless the page gives one", () => {
  expect(markup({})).toContain('alt="A mug"')
  expect(markup({ alt: '' })).toContain('alt=""')
})

test('the placeholder image has no variants', () => {
  const html = markup({ image: PLACEHOLDER_PHOTO })
  expect(html).not.toContain('<source')
  expect(html).toContain('src="/placeholder.svg"')
})
