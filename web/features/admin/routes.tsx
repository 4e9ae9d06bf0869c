import { type ComponentType, createElement, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { NotFound } from '../layout/NotFound.tsx'

const modules = import.meta.glob<{ default: ComponentType }>('./*/*Page.tsx')

/** A screen of `features/admin/`, fetched when it is first opened. */
function open(path: string, name: string): RouteObject {
  const load = modules[`./${name}.tsx`]
  if (!load) throw new Error(`There is no screen ${name}.`)
  return { path, element: createElement(lazy(load)) }
}

/** Every address below /admin and its screen. */
export const adminRoutes: RouteObject[] = [
  open('userlist', 'users/UserListPage'),
  { path: '*', element: <NotFound what="This page" /> },
]
