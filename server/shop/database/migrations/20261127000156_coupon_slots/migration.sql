-- Allowed, new-constraint: an attempt has one use of a coupon in the version before, so all rows are unique.
CREATE UNIQUE INDEX CONCURRENTLY "coupon_uses_slots" ON "coupon_uses" ("coupon_id","attempt_id","slot");
