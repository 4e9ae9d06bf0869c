import type { ComponentType } from 'react'

const modules = import.meta.glob<{ default: ComponentType }>('./features/*/*Page.tsx')
const loaded = new Map<string, ComponentType>()

/** The source file of a screen, by which the build knows what it needs. */
export const sourceOf = (name: string) => `web/features/${name}.tsx`

/** Fetches a screen's code, once. */
export async function loadScreen(name: string) {
  if (loaded.has(name)) return
  const load = modules[`./features/${name}.tsx`]
  if (!load) throw new Error(`There is no screen ${name}.`)
  loaded.set(name, (await load()).default)
}

/** A screen whose code has been fetched: `prepare` sees to that before a page is shown. */
export function Screen({ name }: { name: string }) {
  const Component = loaded.get(name)
  if (!Component) throw new Error(`Screen ${name} was not prepared.`)
  return <Component />
}
