/** The widths of bars and spaces of each symbol of Code 128, by its value; 103 to 105 start, 106 stops (ISO/IEC 15417). */
const WIDTHS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112
`
  .trim()
  .split(/\s+/)

const START_B = 104
const START_C = 105
const FNC1 = 102
const STOP = 106
const QUIET = 10

/** The values of the symbols of a text: digits in pairs, of a GS1 barcode if it begins with 420, other texts singly. */
function symbolsOf(text: string): number[] {
  const symbols = /^(\d\d)+$/.test(text)
    ? [START_C, ...(text.startsWith('420') ? [FNC1] : []), ...(text.match(/\d\d/g) ?? []).map(Number)]
    : [START_B, ...Array.from(text, (letter) => letter.charCodeAt(0) - 32)]
  const check = symbols.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103
  return [...symbols, check, STOP]
}

/** A picture (RGBA) with a text as a Code 128 barcode in its middle third; `module` is the narrowest bar in pixels. */
export function barcodePicture(text: string, module: number, least = { width: 0, height: 240 }) {
  const widths = symbolsOf(text).flatMap((value) => Array.from(WIDTHS[value] ?? '', Number))
  const bars = widths.flatMap((width, at) => Array<boolean>(width * module).fill(at % 2 === 0))
  const width = Math.max(bars.length + 2 * QUIET * module, least.width)
  const { height } = least
  const leftEdge = Math.floor((width - bars.length) / 2)
  const shadeAt = (x: number, y: number) => (bars[x - leftEdge] && y > height / 3 && y < (height * 2) / 3 ? 0 : 255)
  const pixels = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : shadeAt(Math.floor(at / 4) % width, Math.floor(at / 4 / width)),
  )
  return { pixels, width, height }
}
