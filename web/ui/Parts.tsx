import { type ComponentType, createElement, Fragment } from 'react'

/** Each of these components with the same props. The list never changes. */
export const Parts = <Props extends object>({ of, props }: { of: readonly ComponentType<Props>[]; props: Props }) =>
  createElement(Fragment, null, ...of.map((Part) => createElement(Part, props)))
