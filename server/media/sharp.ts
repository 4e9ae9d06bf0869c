type Sharp = typeof import('sharp')['default']
let opened: Promise<Sharp> | undefined

/** The image library, loaded with the first picture: a shop whose photographs are all made never needs it. */
export function openSharp() {
  opened ??= import('sharp').then(({ default: sharp }) => {
    // One thread a picture; how many pictures at once is decided where they are asked for.
    sharp.concurrency(1)
    sharp.cache(false)
    // Nobody sends a shop a PDF or an SVG as a photograph: no decoder but these is ever reached.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: DECODERS })
    return sharp
  })
  return opened
}

const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)
