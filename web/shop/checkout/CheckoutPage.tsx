import type { ComponentProps, ReactNode } from 'react'
import { CheckoutBars } from '#web/shop/layout/CheckoutBars.tsx'
import { CheckoutSteps } from '#web/shop/layout/CheckoutSteps.tsx'
import { Head } from '#web/ui/Head.tsx'

const WIDTHS = { narrow: 'max-w-xl', beside: 'max-w-5xl', wide: 'max-w-page' }

type Props = { title: string; width: keyof typeof WIDTHS; children: ReactNode } & ComponentProps<typeof CheckoutSteps>

/** A page of the checkout under its step bar. */
export const CheckoutPage = ({ title, current, width, children }: Props) => (
  <>
    <Head title={title} noIndex />
    <CheckoutBars />
    <CheckoutSteps current={current} />
    <div className={`mx-auto grid w-full gap-8 px-5 pt-8 pb-10 sm:px-8 lg:py-14 ${WIDTHS[width]}`}>
      <h1>{title}</h1>
      {children}
    </div>
  </>
)
