// Records of the demo world, and of the planned resources beside it, that the walk names.

export const MILLBROOK = 'fac_01k808vjcneks9f5c457w3x0x2';
export const PRAIRIE_SUN = 'fac_01k7x1y1wheqnb8aespdpwb3nc';
export const ASHFORD = 'fac_01k86nzczmeh2snyv5sh1bq95y';
export const FAIRVIEW = 'fac_01k7e1bd6neq49qqhkz0a4a9rh';
export const PRIMARY = 'cc_01k7gxnap1f0gta20br5ty536r';
export const BACKUP = 'cc_01k77qjha2e3ar5rk6s0nfk039';
export const SCADA = 'cs_01k9key4fteaess0fz2tt06azn';
export const RTU = 'ca_01kbs4t885enxtxcxapjygarsc';
export const FIREWALL = 'ca_01kbghyxfvearb7zt62aj2rmq7';

export const ENGINEER = 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr';
export const SENIOR_MANAGER = 'usr_01k4tqhhzaf1pr2ec8dttbxnqd';
export const COMPLIANCE_MANAGER = 'usr_01k5pbxfvpe9xsp7n99qqk4j8a';
export const SECURITY_LEAD = 'usr_01k5ny6ynkfrd9a2aecnkabw2e';
export const INVITATION = 'inv_01kk4zt9n1enbvncdk0qfxx4bc';
export const ACTIVE_TOKEN = 'Qm7vX2tK9wRbYe5aUc0hFo3D';
export const SENIOR_MANAGER_ASSIGNMENT = 'csm_01kjwaa1c1epc8rt4yah6q92ph';
export const ACCESS_ITEM = 'ac_01kjxkkcrwe93v0fpwc3z391hn';

export const POLICIES_MODULE = 'tm_01kjx907crea69mbm1gxebqr81';
export const ASSIGNMENT = 'ta_01kjxaphs7e4xab3q4y81kst53';
export const PATCH_TASK = 'tsk_01kk358wb4fm7r1620hdjd55v4';
export const PATCH_LOG = 'ev_01kkjyr62ce7z9j8hfnjwaw02r';

/** A draft of a document with versions. */
export const DRAFT = 'pd_01kkg9yy7hfenan86sznkq9nnc';
export const NEW_DRAFT = 'pd_01km6eywkgeabtfdnk5hmw6krz';
export const DOCUMENT_TYPE = 'dt_01kk27r3hqepjs2c38466362pc';
export const PROCESSED_FILE = 'fl_01kkyrqymje82ve92mtn9xtj90';
export const OTHER_FILE = 'fl_01kkjzk3wve9rsp35wswb8044y';
export const SECTIONS = [
  'sec_01kjy8eja8fj9aqdhrv9bzbw1p',
  'sec_01kjzrzxqwfvntkyk5wwp9jbqk',
  'sec_01km0yxfcyf9qr219xp6cex9s6',
  'sec_01kjr05pgve22t1h30t76rhhj7',
  'sec_01km8pymyzfny9hc3n764w82t7',
];
