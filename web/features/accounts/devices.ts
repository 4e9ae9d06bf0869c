import { MOST_DEVICES } from '#contract/passwords.ts'
import { textOf } from '../../stored-state.ts'

/** The mark that says that an account has signed in at this browser. It outlives a logout, and signs nobody in. */
type Device = { user: string; mark: string }

const KEY = 'devices'

/** The marks to send along with a sign-in, newest first. */
export const deviceMarks = () => devices().map(({ mark }) => mark)

/** Keeps the newest mark of an account. */
export function keepDevice(user: string, mark: string) {
  const others = devices().filter((device) => device.user !== user)
  try {
    localStorage.setItem(KEY, JSON.stringify([{ user, mark }, ...others].slice(0, MOST_DEVICES)))
  } catch {
    // Storage is off or full: strangers who guess can lock this browser out, too.
  }
}

/** What is kept. A damaged entry counts as absent. */
function devices(): Device[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return (Array.isArray(kept) ? kept : []).filter(isDevice).slice(0, MOST_DEVICES)
  } catch {
    return []
  }
}

const isDevice = (json: unknown): json is Device => {
  const { user, mark } = (json ?? {}) as Record<keyof Device, unknown>
  return textOf(user) !== '' && /^[\w.-]{1,100}$/.test(textOf(mark))
}
