import type { ComponentProps } from 'react'

/**
 * On a phone a bar at the window's lower edge, for as long as its parent is in view; on a wide screen a part of the
 * page. Its parent must not be a grid, whose rows would hold it.
 */
export const BottomBar = ({ className = '', ...bar }: ComponentProps<'section'>) => (
  <section
    data-bottom-bar
    {...bar}
    className={`max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-5 max-lg:-mb-10 max-lg:border-t max-lg:border-line max-lg:bg-card max-lg:px-5 max-lg:py-3 sm:max-lg:-mx-8 sm:max-lg:px-8 ${className}`}
  />
)
