import { useState } from 'react'
import { WALLET_SOURCE, WALLETS } from '#web/shop/payments/wallets.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DemoSheet } from './DemoSheet.tsx'
import type { WalletsProps } from './WalletFrame.tsx'

/** The demo's wallets: they open a sheet that stands for the wallet's own. */
export function DemoWallets({ checkout, isReady, buy }: WalletsProps) {
  const [openWallet, setOpenWallet] = useState<string | null>(null)
  return (
    <>
      <div className={WALLETS}>
        {[PAYMENT_FORM.applePay, PAYMENT_FORM.googlePay].map((name) => (
          <Button
            key={name}
            type="button"
            variant="secondary"
            className="px-2!"
            aria-haspopup="dialog"
            onClick={() => isReady() && setOpenWallet(name)}
          >
            {name}
          </Button>
        ))}
      </div>
      {openWallet && (
        <DemoSheet
          name={openWallet}
          quote={checkout.quote}
          onClose={() => setOpenWallet(null)}
          onPay={(purchase) => buy({ ...purchase, sourceId: WALLET_SOURCE })}
        />
      )}
    </>
  )
}
