import type { ComponentType } from 'react'

const modules = import.meta.glob<{ default: ComponentType }>([
  './features/*/*Page.tsx',
  '!./features/{catalog,layout}/*',
])
const loaded = new Map<string, ComponentType>()

/** The source file of a screen, by which the build manifest finds its assets. */
export const sourceOf = (name: string) => `web/features/${name}.tsx`

/** Loads a screen's code, once. Throws for an unknown screen. */
export async function loadScreen(name: string) {
  if (loaded.has(name)) return
  const load = modules[`./features/${name}.tsx`]
  if (!load) throw new Error(`There is no screen ${name}.`)
  loaded.set(name, (await load()).default)
}

/** A screen whose code `prepare` has loaded. */
export function Screen({ name }: { name: string }) {
  const Component = loaded.get(name)
  if (!Component) throw new Error(`Screen ${name} was not prepared.`)
  return <Component />
}
