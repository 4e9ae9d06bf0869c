import type { ComponentType } from 'react'

const screens = import.meta.glob<{ default: ComponentType }>('/app/web/{admin,pages}/*Page.tsx')
const loadedScreens = new Map<string, ComponentType>()

/** The source files by which the build manifest finds what a screen loads; that of the screen itself is the first. */
export const sourcesOf = (name: string) => [
  `${name}.tsx`,
  ...(screens[`/${name}.tsx`] ? [] : ['app/web/other-screens.ts']),
]

/** Loads a screen's code, once. Throws for an unknown screen. */
export async function loadScreen(name: string) {
  if (loadedScreens.has(name)) return
  const file = `/${name}.tsx`
  const load = screens[file] ?? (await import('./other-screens.ts')).otherScreens[file]
  if (!load) throw new Error(`There is no screen ${name}.`)
  loadedScreens.set(name, (await load()).default)
}

/** A screen whose code `loadCode` has loaded. */
export function Screen({ name }: { name: string }) {
  const Component = loadedScreens.get(name)
  if (!Component) throw new Error(`Screen ${name} was not loaded.`)
  return <Component />
}
