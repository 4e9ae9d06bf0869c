// Preloaded into a shop under measurement (`--import`). Asked by its parent, it tells how much CPU the process has used, how
// many pages it has rendered and which statements it has sent. With REPORT_CLEARED it tells when it empties its cache of
// pages.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { PageEvent } from '#server/site/page-cache.ts'
import { type Statement, statementOf } from '#server/testing/plans.ts'
import { answerCounts } from './counts.ts'

// The processes that the shop starts have no such parent.
delete process.env.NODE_OPTIONS

const counts = { pages: 0, queries: 0 }
answerCounts(counts)

const isReported = process.env.REPORT_CLEARED === '1'
let clearCount = 0
subscribe('boutique.pages', (event) => {
  if ((event as PageEvent) === 'made') counts.pages++
  else if (isReported && clearCount++ === 0) setImmediate(reportCleared)
})

/** One message for all notices that came together: the shop's CPU is measured, not that of telling about it. */
function reportCleared() {
  process.send?.({ kind: 'cleared', times: clearCount })
  clearCount = 0
}

let recording: Statement[] | undefined
/** While statements are recorded, set in what a request does and not in what the process does beside it. */
const ofRequest = new AsyncLocalStorage<true>()
const markRequest = () => ofRequest.enterWith(true)

subscribe('boutique.statements', (args) => {
  counts.queries++
  if (ofRequest.getStore()) recording?.push(statementOf(...(args as Parameters<typeof statementOf>)))
})

process.on('message', (message) => {
  if (message === 'record') {
    recording = []
    // Only now: Node tells subscribers about every request.
    subscribe('http.server.request.start', markRequest)
  }
  if (message === 'statements') process.send?.({ kind: 'statements', statements: recording })
})
