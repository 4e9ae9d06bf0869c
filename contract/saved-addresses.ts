import { z } from 'zod'
import { id } from './codecs.ts'
import { ShippedTo, ShippingAddress } from './orders.ts'

/** The most addresses that a user has saved; one more replaces the one used longest ago. */
export const MOST_ADDRESSES = 20

export const NewSavedAddress = ShippingAddress

/** An address of a user's address book. */
export const SavedAddress = ShippedTo.extend({ _id: id }).meta({ id: 'SavedAddress' })
export type SavedAddress = z.infer<typeof SavedAddress>
export const SavedAddresses = z.array(SavedAddress)

export const SavedAddressId = z.object({ id })
