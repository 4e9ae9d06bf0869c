import type { ReactNode } from 'react'

type Props = { title: string; heading?: 'h1' | 'h2'; children: ReactNode }

/** Empty state: the reason and a next step. `heading` is h1 where it is the title of the page. */
export const EmptyState = ({ title, heading: Heading = 'h2', children }: Props) => (
  <div className="grid justify-items-center gap-5 px-5 py-12 text-center lg:py-20">
    <Heading className="text-2xl">{title}</Heading>
    {children}
  </div>
)
