type Sharp = typeof import('sharp')['default']
let sharpModule: Promise<Sharp> | undefined

/** Loads the image library on first use: a shop that has all its variants never needs it. */
export function openSharp() {
  sharpModule ??= import('sharp').then(({ default: sharp }) => {
    // One thread per image; callers limit how many images run concurrently.
    sharp.concurrency(1)
    sharp.cache(false)
    // All other decoders, such as those for PDF and SVG, are blocked.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: DECODERS })
    return sharp
  })
  return sharpModule
}

const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)

/** A picture with the steps that will be applied to it. */
export type SharpImage = ReturnType<Awaited<ReturnType<typeof openSharp>>>
