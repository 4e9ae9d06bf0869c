// Addresses that nobody may lead the shop to.

/** IP addresses that are not of the public internet (IANA's registries of special-purpose addresses). */
export const PRIVATE_ADDRESSES = [
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
  ...['100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  ...['::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:db8::1', '2001::1', '100::1'],
]

/** Hosts of URLs that are such addresses, in other spellings among them. */
export const PRIVATE_HOSTS = [
  ...PRIVATE_ADDRESSES.map((address) => (address.includes(':') ? `[${address}]` : address)),
  ...['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::]'],
]

/** Addresses that could reach other services: other protocols and ports, names and passwords, or no address at all. */
export const ODD_ADDRESSES = [
  ...['https://user:word@shop.example/a.jpg', 'ftp://shop.example/a.jpg', 'file:///etc/passwd', '/a.jpg', ''],
  ...['https://shop.example:22/', 'data:image/png;base64,AA'],
]
