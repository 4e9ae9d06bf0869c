// Makes stacks of the built server name its sources, when somebody looks at them. Node's own --enable-source-maps reads
// all maps at the start, a fifth of its time. `Error.prepareStackTrace` would read them far too often: Node's streams ask
// for the stack of each error that ends one, and requests end so all the time.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const PLACES_PATTERN = /(file:\S+\/dist\/server\/[\w.-]+\.js):(\d+):(\d+)/g
const maps = new Map<string, SourceMap>()

/**
 * The stack with the places of the sources. The maps of the server take 25 MB, so they are forgotten `forgetMs` after the
 * first was read.
 */
export const nameSources = (stack: string, forgetMs = 60_000): string =>
  stack.replace(PLACES_PATTERN, (place, file, line, column) => {
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

/** The same error; its stack, and those of its causes, name the sources. Other values stay as they are. */
export function withSources<Thrown>(error: Thrown): Thrown {
  if (error instanceof Error) {
    if (error.stack) error.stack = nameSources(error.stack)
    withSources(error.cause)
  }
  return error
}

/** Makes an error that ends the process name its sources. */
export function nameSourcesOfCrashes() {
  process.on('uncaughtExceptionMonitor', withSources)
}
