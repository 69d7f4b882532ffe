package com.fasterxml.jackson.datatype.jsr310;

import com.fasterxml.jackson.databind.module.SimpleModule;

/** Stands for the module of a package that Debian does not have. The client has times as texts. */
public class JavaTimeModule extends SimpleModule {}
