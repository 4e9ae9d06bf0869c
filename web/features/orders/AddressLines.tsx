type Address = { address: string; city: string; state: string; postalCode: string; country?: string }

/** An address as it stands on the parcel. */
export const AddressLines = ({ address: { address, city, state, postalCode, country } }: { address: Address }) => (
  <address className="not-italic">
    {address && (
      <>
        {address}
        <br />
      </>
    )}
    {city}, {state} {postalCode}
    <br />
    {country}
  </address>
)
