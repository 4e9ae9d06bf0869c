import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const PLACE = /(file:\S+\/dist\/server\/[\w.-]+\.js):(\d+):(\d+)/
const maps = new Map<string, SourceMap>()

/**
 * Makes stacks of the built server name its sources. Node's own --enable-source-maps reads all maps at the start, a fifth
 * of its time; this reads one when somebody looks at a stack. The maps of the server take 25 MB, so they are forgotten
 * `forgetMs` after the first was read.
 */
export function nameSourcesInStacks(forgetMs = 60_000) {
  Error.prepareStackTrace = (error, calls) =>
    [Error.prototype.toString.call(error), ...calls.map((call) => sourceOf(call, forgetMs))].join('\n    at ')
}

function sourceOf(call: NodeJS.CallSite, forgetMs: number) {
  return String(call).replace(PLACE, (place, file, line, column) => {
    try {
      const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')))
      if (maps.size === 0) setTimeout(() => maps.clear(), forgetMs).unref()
      maps.set(file, map)
      const origin = map.findOrigin(Number(line), Number(column))
      return 'fileName' in origin
        ? `${new URL(origin.fileName, file)}:${origin.lineNumber}:${origin.columnNumber}`
        : place
    } catch {
      return place
    }
  })
}
