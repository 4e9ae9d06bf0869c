// The script of the catalog pages. React, what all pages share and the islands are tasks of their own, so that the page
// can be scrolled and pressed in between.
import './app.css'

void start()

async function start() {
  await nextTask()
  await import('react-dom/client')
  await nextTask()
  const { startPage } = await import('./catalog-islands.tsx')
  startPage()
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}
