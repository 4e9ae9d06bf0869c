/**
 * Loads what all scripts with React share, in tasks of their own: a browser evaluates a module with all that it imports
 * at once, and the page can be scrolled and pressed in between.
 */
export async function loadReact() {
  await import('#web/shop/visitor/surroundings.tsx')
  await nextTask()
  await import('react-dom/client')
  await nextTask()
}

/** Resolves in a task of its own. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve))
