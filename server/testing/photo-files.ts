// Photo files for tests, made on demand: valid ones, broken ones and attacks.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ONE_PIXEL_GIF } from './uploads.ts'

/** An image in which every pixel has another color, so that it compresses badly. */
export const noise = (width: number, height: number, sigma = 80) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } } })

/** An HEIC of 40 × 30 pixels, as an iPhone writes it: made with heif-enc, since the shop reads HEIC only. */
export const HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA' +
    'AAAAACAAAAEGlkYXQAAAAAACgAHgAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAyQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp' +
    'bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAA' +
    'AAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAA' +
    'AwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAKAAAAB4AAAAQcGl4aQAAAAADCAgIAAAAGmlwbW' +
    'EAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAANFtZGF0AAAAxSgBr1IepJLw8pW6u0AL/QcQ0w6JlYhBVWG6' +
    'Ic7KU8wUN6pon56tSZjYVXbheugt5pKJqpO/02TBMghE8jObw8lultsy5focdJapZEYWnGN75RjhrWecWmhPkAW/7NluOgRdOH+OXD7+ceO2RG' +
    'Vw6+E9lMUtpopXnoQA4Xw1RduHQfCoOsrPkyPwVYBBULXWzSj6PiVfgzTy4NalyBmbB5cgWYowQ7uA9yRKuJsNyiXgtzGJV5sWVhS2sUEl2+6A' +
    '44lKkXfA',
  'base64',
)

/** The HEIC with another size in its header. */
export function heicOfClaimedSize(width: number, height: number) {
  const largeHeic = Buffer.from(HEIC)
  const size = largeHeic.indexOf('ispe') + 8
  largeHeic.writeUInt32BE(width, size)
  largeHeic.writeUInt32BE(height, size + 4)
  return largeHeic
}

/** A script that no response of the shop may contain. */
export const PAYLOAD = '<script>alert("payload")</script>'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAYLOAD}<rect width="9" height="9"/></svg>`
const html = `<!doctype html><title>x</title>${PAYLOAD}`
const after = (bytes: Uint8Array, text: string | Uint8Array) => Buffer.concat([bytes, Buffer.from(text)])

/** A GIF whose header is also valid JavaScript: its width and height open a comment. */
const gifScript = Buffer.from(ONE_PIXEL_GIF)
gifScript.write('/*', 6, 'latin1')

/** A ZIP archive with one uncompressed file. */
function zipOf(name: string, text: string) {
  const data = Buffer.from(text)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt32LE(crc32(data), 14)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), data])
}

/** Inserts a segment at the start of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, data: Uint8Array) {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** A chunk of a PNG. */
function withChunk(png: Buffer, kind: string, data: Uint8Array) {
  return Buffer.concat([png.subarray(0, 33), chunk(kind, data), png.subarray(33)])
}

function chunk(kind: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A PNG that claims this size in very few bytes: black rows, which compress to nearly nothing. */
export function emptyPng(width: number, height: number, rows = 1) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** The JPEG with another size in its header. */
export function ofClaimedSize(jpeg: Buffer, width: number, height: number) {
  const largeJpeg = Buffer.from(jpeg)
  const frame = largeJpeg.indexOf(Buffer.from('ffc0', 'hex'))
  largeJpeg.writeUInt16BE(height, frame + 5)
  largeJpeg.writeUInt16BE(width, frame + 7)
  return largeJpeg
}

/** A GIF of one pixel with this many frames. */
export function longGif(frames: number) {
  const [start, frame] = [ONE_PIXEL_GIF.subarray(0, 19), ONE_PIXEL_GIF.subarray(19, -1)]
  return Buffer.concat([start, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

type Pictures = Record<string, Buffer>

/** Files with the payload that are no images, by file name. */
export const IMPOSTORS: Pictures = Object.fromEntries(
  Object.entries({
    'a.svg': svg,
    'a.jpg': svg,
    'a.png': `<?xml version="1.0"?>${svg}`,
    'page.html': html,
    'page.jpg': html,
    'page.gif': `GIF89a${html}`,
    'page.png': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html)]),
    'page.webp': `RIFF\0\0\0\0WEBP${html}`,
    'page.avif': `\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf${html}`,
    'soi.jpg': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(html)]),
    'a.pdf': `%PDF-1.7\n${PAYLOAD}`,
    'a.ps': `%!PS-Adobe-3.0 EPSF-3.0\n${PAYLOAD}`,
    'a.js': PAYLOAD,
    'a.php': `<?php ?>${PAYLOAD}`,
    'a.zip': zipOf('a.html', html),
    'push.mvg': `push graphic-context\nviewbox 0 0 1 1\n${PAYLOAD}`,
  }).map(([name, content]) => [name, Buffer.from(content as string)]),
)

/** Valid images with the payload inside, which other programs could run. */
export async function polyglots(): Promise<Pictures> {
  const [jpeg, png, webp, avif, gif] = await Promise.all([
    noise(40, 30).jpeg().toBuffer(),
    noise(40, 30).png().toBuffer(),
    noise(40, 30).webp().toBuffer(),
    noise(40, 30).avif({ effort: 0 }).toBuffer(),
    noise(40, 30).gif().toBuffer(),
  ])
  const photoWithHtml = await noise(40, 30)
    .withExif({ IFD0: { ImageDescription: html, Copyright: PAYLOAD } })
    .jpeg()
    .toBuffer()
  const xmp = await noise(40, 30).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${html}</x:xmpmeta>`).jpeg().toBuffer()
  return {
    'gif.js': after(gifScript, `*/=1;${PAYLOAD}`),
    'gif-after.gif': after(gif, html),
    'jpeg-after.html': after(jpeg, html),
    'jpeg-comment.jpg': withSegment(jpeg, 0xfe, Buffer.from(html)),
    'jpeg-app.jpg': withSegment(jpeg, 0xee, Buffer.from(html)),
    'jpeg-exif.jpg': photoWithHtml,
    'jpeg-xmp.jpg': xmp,
    'jpeg-zip.jpg': after(jpeg, zipOf('a.html', html)),
    'png-zip.png': after(png, zipOf('a.html', html)),
    'png-text.png': withChunk(png, 'tEXt', Buffer.from(`Comment\0${html}`)),
    'png-private.png': withChunk(png, 'prVt', Buffer.from(html)),
    'webp-after.webp': after(webp, html),
    'avif-after.avif': after(avif, html),
    'png-script.png': after(png, `\n${html}`),
  }
}
