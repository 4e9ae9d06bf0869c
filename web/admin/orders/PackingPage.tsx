import type { Parcel } from '#contract/admin/orders.ts'
import { arrivalText } from '#contract/arrival-texts.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { itemName } from '#contract/order-items.ts'
import type { ShippedTo } from '#contract/orders.ts'
import { useSettingsQuery } from '#web/admin/calls/settingsApi.ts'
import { AddressLines } from '#web/shop/addresses/AddressLines.tsx'
import { AnswerList } from '#web/shop/orders/AnswerList.tsx'
import { ShopDay } from '#web/shop/settings/ShopDay.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { PACKING_SLIP } from '#web/texts/admin-orders.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { wayOf } from './order-warnings.ts'
import { PrintScreen, Sheet, ShopName } from './PrintScreen.tsx'
import { withoutName } from './postal-address.ts'

/** Packing slips, one per page. */
export default function PackingPage() {
  return (
    <PrintScreen title={PACKING_SLIP.title}>
      {(parcels) => parcels.map((parcel) => <Slip key={parcel._id} parcel={parcel} />)}
    </PrintScreen>
  )
}

/** Where a package that cannot be delivered goes back to. */
function OwnAddress() {
  const { name } = useShop()
  const address = useSettingsQuery().data?.postalAddress ?? ''
  return <p className="whitespace-pre-line">{withoutName(address, name)}</p>
}

/** Who gets the package, and where it goes unless it goes into no parcel. */
const Recipient = ({ name, address, isMailed }: { name: string; address: ShippedTo; isMailed: boolean }) => (
  <div className="wrap-anywhere">
    <h2 className="mb-1 font-sans text-sm font-semibold">{isMailed ? PACKING_SLIP.shipTo : PACKING_SLIP.packedFor}</h2>
    <p className="text-lg">{name}</p>
    {isMailed && (
      <div className="text-lg">
        <AddressLines address={address} />
      </div>
    )}
  </div>
)

const Slip = ({
  parcel: {
    number,
    createdAt,
    name,
    shippingAddress,
    items,
    isDemo,
    giftNote,
    giftWrap,
    shipBy,
    shipping,
    arrives,
    isDelivered,
  },
}: {
  parcel: Parcel
}) => (
  <Sheet label={PACKING_SLIP.label(number)}>
    <div className="grid gap-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <div>
          <ShopName />
          <OwnAddress />
        </div>
        <p className="sm:text-right">
          <strong className="font-semibold">{PACKING_SLIP.order(number)}</strong> · <ShopDay of={createdAt} />
          {shipBy && !isDelivered && <span className="block">{PACKING_SLIP.shipBy(formatCalendarDay(shipBy))}</span>}
          {shipping && <span className="block">{shipping.name}</span>}
          {arrives && <span className="block">{arrivalText(arrives, shipping?.pickup !== undefined)}</span>}
        </p>
      </div>
      {isDemo && <p className="border-2 border-current px-4 py-2 text-lg font-semibold">{PACKING_SLIP.demo}</p>}
      <Recipient name={name} address={shippingAddress} isMailed={wayOf({ shipping }) === 'parcel'} />
      <ul className="divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li
            key={itemName({ name: item.product, answers: item.answers })}
            className="grid grid-cols-[3rem_4rem_1fr] items-center gap-4 py-3"
          >
            <span className="text-lg font-semibold tabular-nums">{item.qty} ×</span>
            <Photo image={item.image} alt="" sizes="4rem" eager />
            <span className="min-w-0 break-words">
              {item.name}
              <span className="block text-sm text-muted">{item.sku}</span>
              {item.answers && (
                <div className="mt-1">
                  <AnswerList answers={item.answers} isLarge />
                </div>
              )}
            </span>
          </li>
        ))}
      </ul>
      {giftWrap && <p className="font-semibold">{PACKING_SLIP.giftWrap}</p>}
      {giftNote && (
        <div>
          <h2 className="mb-1 font-sans text-sm font-semibold">{PACKING_SLIP.giftNote}</h2>
          <p className="text-lg whitespace-pre-line wrap-anywhere">{giftNote}</p>
        </div>
      )}
      <p className="font-serif text-lg break-words">{useShop().thanks}</p>
    </div>
  </Sheet>
)
