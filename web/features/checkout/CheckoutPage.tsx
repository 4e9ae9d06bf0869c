import type { ComponentProps, ReactNode } from 'react'
import { Head } from '../../ui/Head.tsx'
import { CheckoutSteps } from './CheckoutSteps.tsx'

type Props = { title: string; isWide?: boolean; children: ReactNode } & ComponentProps<typeof CheckoutSteps>

/** A page of the checkout under its step bar. */
export const CheckoutPage = ({ title, current, isWide = false, children }: Props) => (
  <>
    <Head title={title} noIndex />
    <CheckoutSteps current={current} />
    <div className={`mx-auto grid w-full gap-8 px-5 py-10 lg:py-14 ${isWide ? 'max-w-page sm:px-8' : 'max-w-xl'}`}>
      <h1>{title}</h1>
      {children}
    </div>
  </>
)
