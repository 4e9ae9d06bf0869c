import { answerOfChild } from '#server/platform/lib/child-task.ts'

/** A drawing, the width of its view box, and the width in pixels and the type of the picture made of it. */
export type Drawing = { svg: string; viewWidth: number; width: number; type: 'png' | 'jpeg' }

/**
 * Pictures of SVG drawings, in a child process: the shop's own process must not read SVG, because visitors could
 * upload some. Throws when it fails.
 */
export async function rasterize<Drawings extends Drawing[]>(drawings: [...Drawings]) {
  const pictures = await answerOfChild<Uint8Array[]>(new URL('rasterize-process.ts', import.meta.url), drawings)
  if (!pictures) throw new Error('The icons could not be drawn.')
  return pictures.map((bytes) => Buffer.from(bytes)) as { [Index in keyof Drawings]: Buffer }
}
