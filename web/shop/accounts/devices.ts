import { DEVICES_MAX } from '#contract/passwords.ts'
import { textOf } from '#web/lib/parsed-json.ts'

/** A device mark: proof that an account has signed in at this browser. It outlives a sign-out, and signs nobody in. */
type Device = { user: string; mark: string }

const KEY = 'devices'

/** The device marks to send with a sign-in, newest first. */
export const deviceMarks = () => devices().map(({ mark }) => mark)

/** Saves the newest device mark of a user. */
export function saveDeviceMark(user: string, mark: string) {
  const others = devices().filter((device) => device.user !== user)
  try {
    localStorage.setItem(KEY, JSON.stringify([{ user, mark }, ...others].slice(0, DEVICES_MAX)))
  } catch {
    // The storage is blocked or full, so strangers who guess passwords can lock this browser out, too.
  }
}

/** The stored devices. A damaged entry counts as absent. */
function devices(): Device[] {
  try {
    const storedDevices: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return (Array.isArray(storedDevices) ? storedDevices : []).filter(isDevice).slice(0, DEVICES_MAX)
  } catch {
    return []
  }
}

const isDevice = (json: unknown): json is Device => {
  const { user, mark } = (json ?? {}) as Record<keyof Device, unknown>
  return textOf(user) !== '' && /^[\w.-]{1,100}$/.test(textOf(mark))
}
