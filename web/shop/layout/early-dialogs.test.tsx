// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SITE_MENUS } from '#app/web/site-menus.ts'
import { EARLY_DIALOGS } from '#contract/deferred-scripts.ts'
import { PageSurroundings } from '#web/shop/visitor/surroundings.tsx'
import { makeVisitorStore } from '#web/shop/visitor/visitor.ts'
import { SHOP } from '#web/testing/factories.ts'
import { Header } from './Header.tsx'

const store = makeVisitorStore()

test.for(['Menu', 'Search'])('%s opens and closes before the scripts load in a browser without commands', (name) => {
  document.body.innerHTML = renderToStaticMarkup(
    <PageSurroundings store={store} initial={store.getState()} shop={SHOP} pathname="/" menus={SITE_MENUS}>
      <Header />
    </PageSurroundings>,
  )
  expect('command' in HTMLButtonElement.prototype).toBe(false)
  new Function(EARLY_DIALOGS)()
  const opener = document.querySelector(`button[aria-label="${name}"]`) as HTMLElement
  const dialog = document.getElementById(opener.getAttribute('commandfor') ?? '') as HTMLDialogElement
  fireEvent.click(opener.querySelector('svg') ?? opener)
  expect(dialog.open).toBe(true)
  fireEvent.click(dialog.querySelector('[command=close]') as HTMLElement)
  expect(dialog.open).toBe(false)
})
