import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { operatorError } from '#server/errors.ts'
import { openBackoff } from './backoff.ts'
import type { Opening } from './opening.ts'

type WorkerOptions = { count: number; port: number; env: Record<string, string> }

/**
 * Serves the shop with `count` worker processes on one port, with `env` added to their environment; resolves when all
 * of them listen. Replaces workers that die; the others finish their payments.
 */
export async function startWorkers({ count, port, env }: WorkerOptions, { closers, stopping }: Opening) {
  const startTimes = new Map<number, number>()
  const start = () => {
    const worker = cluster.fork({ ...env, PORT: port })
    startTimes.set(worker.id, performance.now())
    return worker
  }
  const pauseAfter = openBackoff()
  cluster.on('exit', (worker, code, signal) => {
    if (stopping.signal.aborted) return
    const pause = pauseAfter(performance.now() - (startTimes.get(worker.id) ?? 0))
    startTimes.delete(worker.id)
    const end = `Worker ${worker.process.pid} ended with ${signal ?? code}.`
    console.error(`${end} Another one takes its place in ${pause / 1_000} s.`)
    setTimeout(() => stopping.signal.aborted || start(), pause)
  })
  closers.push(async () => {
    stopping.abort()
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopWorker(worker)))
  })
  await Promise.all(Array.from({ length: count }, () => listening(start(), port)))
}

/** Resolves when the worker listens on the shop's port; the card service's simulator listens on another, and sooner. */
function listening(worker: Worker, port: number) {
  return new Promise<void>((resolve, reject) => {
    worker.on('listening', (address) => address.port === port && resolve())
    worker.once('exit', () => reject(operatorError('worker_ended', 'A worker ended before it was open.')))
  })
}

async function stopWorker(worker: Worker) {
  const workerExit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await workerExit
}
