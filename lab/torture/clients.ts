import { connect, type Socket } from 'node:net'

export type Client = {
  socket: Socket
  /** The text that the shop has sent so far. */
  said(): string
  /** After how many seconds the shop closed the connection. */
  closed: Promise<number>
}

/** Connects to the shop at `url` and sends `bytes`. */
export function clientOf(url: string, bytes: string): Promise<Client> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    const began = performance.now()
    let replyText = ''
    const closing = new Promise<number>((close) =>
      socket.once('close', () => close((performance.now() - began) / 1000)),
    )
    socket.setEncoding('latin1')
    socket.on('data', (text) => (replyText = (replyText + text).slice(0, 2_000)))
    socket.on('error', reject)
    socket.once('connect', () => {
      if (bytes) socket.write(bytes)
      resolve({ socket, said: () => replyText, closed: closing })
    })
  })
}

/** Sends one byte of `bytes` after the other until the connection is closed. */
export function drip({ socket }: Client, bytes: string, everyMs: number) {
  let at = 0
  const timer = setInterval(() => socket.writable && socket.write(bytes[at++ % bytes.length] ?? ' '), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Asks for `url` again and again while `until` has not come, and answers how long each answer took, in milliseconds. */
export async function timesOf(url: string, until: Promise<unknown>, pauseMs = 50): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const over = until.then(() => (isOver = true))
  while (!isOver) {
    const began = performance.now()
    const answer = await fetch(url)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    times.push(performance.now() - began)
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, pauseMs))])
  }
  return times
}

/** Sends `perSecond` requests for `url` without waiting for answers; returns status and milliseconds of each. */
export async function floodOf(url: string, perSecond: number, seconds: number) {
  const answers: Promise<{ status: number; ms: number }>[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    while (answers.length < due) answers.push(timeRequest(url))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return Promise.all(answers)
}

async function timeRequest(url: string) {
  const began = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - began }
}

/** The time that 99 of 100 stay below. */
export const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
